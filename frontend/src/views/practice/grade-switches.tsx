/** When calls are graded, and whether hands are guessed. */

import { t } from "../../i18n/translate";
import type { Settings } from "../../practice/practice-state";
import { Switch } from "../common/fields";

export interface SettingsProps {
  settings: Settings;
  change: (changes: Partial<Settings>) => void;
}

export function GradeSwitches({ settings: { gradedAtOnce, guessing }, change }: SettingsProps) {
  return (
    <>
      <Switch on={gradedAtOnce} onChange={() => change({ gradedAtOnce: !gradedAtOnce })}>
        {t("Grade each call at once, not at the end")}
      </Switch>
      <Switch on={guessing} onChange={() => change({ guessing: !guessing })}>
        {t("Guess a hidden hand before the hands are shown")}
      </Switch>
    </>
  );
}
