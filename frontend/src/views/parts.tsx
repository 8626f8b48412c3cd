/** The parts of the page that the first answer does without: each is loaded, with its words, when it is first drawn. */

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

import { loadWords, type Part, t } from "../i18n/translate";
import { unreachable } from "../service/failure";
import { Button, FailureNote } from "./common/fields";

const LOADERS: (() => Promise<void>)[] = [];

// What the service has said of boards may be kept in the browser.
export const Reviewing = lazily(["reviewing", "service"], async () => (await import("./review/reviewing")).Reviewing);
export const ProblemPage = lazily(["problem"], async () => (await import("./export/problem")).ProblemPage);
export const Handout = lazily(["printing"], async () => (await import("./export/printing")).Handout);
export const ExportChoices = lazily(["printing"], async () => (await import("./export/printing")).ExportChoices);

/** Load all parts, so that nobody waits for one later; one that fails is loaded again once it is drawn. */
export async function loadParts(): Promise<void> {
  await Promise.allSettled(LOADERS.map((load) => load()));
}

/** A component of a part; before it is loaded, an empty place as high as the window. */
function lazily<Props extends object>(
  words: readonly Part[],
  importView: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let View: ComponentType<Props> | null = null;
  const load = async () => {
    const [view] = await Promise.all([importView(), ...words.map(loadWords)]);
    View = view;
  };
  LOADERS.push(load);
  return function LoadedPart(props: Props) {
    const [stage, setStage] = useState<"loading" | "failed" | "there">(View === null ? "loading" : "there");
    const attempt = () => {
      setStage("loading");
      load().then(
        () => setStage("there"),
        () => setStage("failed"),
      );
    };
    useEffect(() => {
      if (View === null) attempt();
      else setStage("there"); // it may have come between drawing and this
    }, []);
    if (View !== null) return <View {...props} />;
    if (stage !== "failed") return <div class="awaited-part" aria-busy="true" />;
    return (
      <FailureNote failure={unreachable()}>
        <Button onClick={attempt}>{t("Try again")}</Button>
      </FailureNote>
    );
  };
}
