/** Asking for an analysis: the button, and how far it is. */

import { t } from "../../i18n/translate";
import { formatPercent } from "../../insight/format";
import type { Position } from "../../service/types";
import type { Analyses } from "../../state/analyses";
import type { Dispatch } from "../../state/state";
import { Button, FailureNote } from "../common/fields";

interface AskProps {
  answer: Analyses[string] | undefined;
  position: Position;
  dispatch: Dispatch;
}

/** The button; it goes once there is an answer, and comes again where there will be none. */
export function AnalysisButton({ answer, position, dispatch }: AskProps) {
  if (answer?.kind === "there") return null;
  const asking = answer?.kind === "asked";
  return (
    <>
      {answer?.kind === "failed" && <FailureNote failure={answer.failure} />}
      <Button
        class="primary"
        aria-disabled={asking}
        onClick={() => {
          if (!asking) dispatch({ type: "analysis requested", position });
        }}
      >
        {answer?.kind === "failed" ? t("Try again") : t("Which contracts make?")}
      </Button>
    </>
  );
}

export function AnalysisProgress({ share }: { share: number }) {
  return (
    <p class="analysis-progress">
      <progress max={1} value={share} aria-label={t("Layouts dealt")} />{" "}
      {t("Dealing layouts: {share} done", { share: formatPercent(share) })}
    </p>
  );
}
