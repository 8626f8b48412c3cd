/** When calls are graded, and whether hands are guessed. */

import { t } from "../../i18n/translate";
import type { Settings } from "../../practice/practice-state";

export interface SettingsProps {
  settings: Settings;
  change: (changes: Partial<Settings>) => void;
}

export function GradeSwitches({ settings: { gradedAtOnce, guessing }, change }: SettingsProps) {
  return (
    <>
      <label class="switch">
        <input
          type="checkbox"
          checked={gradedAtOnce}
          onChange={() => change({ gradedAtOnce: !gradedAtOnce })}
        />
        <span>{t("Grade each call at once, not at the end")}</span>
      </label>
      <label class="switch">
        <input
          type="checkbox"
          checked={guessing}
          onChange={() => change({ guessing: !guessing })}
        />
        <span>{t("Guess a hidden hand before the hands are shown")}</span>
      </label>
    </>
  );
}
