/** The names of the themes of a card. */

import { useEffect, useState } from "preact/hooks";

import type { CardCode } from "../../bridge/card";
import { themeName } from "../../practice/class-set";
import { fetchThemes, type Theme } from "../../service/practice-boards";

/** The name of each theme by its id, once they are there. */
export function useThemeNames(system: CardCode): (theme: string) => string {
  const [themes, setThemes] = useState<readonly Theme[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    void fetchThemes(system, controller.signal)
      .then((outcome) => "result" in outcome && setThemes(outcome.result.themes))
      .catch(() => undefined);
    return () => controller.abort();
  }, [system]);
  return (theme) => themeName(themes, theme);
}
