/** The themes of a system, asked for when it is chosen. */

import { useEffect, useState } from "preact/hooks";

import type { Failure } from "../../service/failure";
import { fetchThemes, type PracticeSystem, type Theme } from "../../service/practice-boards";

interface Themes {
  /** Null while they are awaited. */
  list: readonly Theme[] | null;
  failure: Failure | null;
}

const AWAITED: Themes = { list: null, failure: null };

export function useThemes(system: PracticeSystem): Themes {
  const [themes, setThemes] = useState(AWAITED);
  useEffect(() => {
    const request = new AbortController();
    setThemes(AWAITED);
    fetchThemes(system, request.signal).then(
      (outcome) =>
        setThemes(
          "failure" in outcome
            ? { list: null, failure: outcome.failure }
            : { list: outcome.result.themes, failure: null },
        ),
      () => undefined, // another system was chosen
    );
    return () => request.abort();
  }, [system]);
  return themes;
}
