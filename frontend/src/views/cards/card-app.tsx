/** The page of a pair's convention card: the card, its choices, and what there is to do with it. */

import { t } from "../../i18n/translate";
import { type CardProps, type EditorProps, isAtOdds } from "../../state/card-state";
import { FoldedPanel } from "../common/disclosure";
import { Button, FailureNote } from "../common/fields";
import { CardChoices } from "./card-choices";
import { CardDifferences } from "./card-differences";
import { CardFiles } from "./card-files";
import { CardHead } from "./card-head";
import { CardLists } from "./card-lists";
import { CardTrial } from "./card-trial";
import { PrintedCard } from "./printed-card";

export function CardApp({ state, dispatch }: CardProps) {
  const { vocabulary, code, failure, linkErrors } = state;
  return (
    <>
      <header class="cards-title">
        <h1>{t("Your convention card")}</h1>
        <p>
          {t(
            "Start from a system and change what you and your partner play otherwise. Everything on this site can then follow your card.",
          )}
        </p>
      </header>
      <div role="alert">
        {linkErrors.length > 0 && (
          <div class="failure">
            {linkErrors.map((text) => (
              <p>{text}</p>
            ))}
          </div>
        )}
      </div>
      {failure !== null && (
        <FailureNote failure={failure} heading="h2">
          <Button class="primary" onClick={() => dispatch({ type: "retried" })}>
            {t("Try again")}
          </Button>
        </FailureNote>
      )}
      {vocabulary !== null && code !== null && (
        <Editor state={state} dispatch={dispatch} vocabulary={vocabulary} code={code} />
      )}
    </>
  );
}

function Editor(props: EditorProps) {
  const sound = !isAtOdds(props.code, props.vocabulary);
  return (
    <>
      <div class="card-layout">
        <div class="card-main">
          <CardHead {...props} />
          <CardChoices {...props} />
        </div>
        <div class="card-side">
          <CardLists {...props} />
          <FoldedPanel id="files-title" title={t("Link, QR code and files")} kind="card-files">
            {() => <CardFiles {...props} sound={sound} />}
          </FoldedPanel>
          <FoldedPanel
            id="differences-title"
            title={t("Differences between two cards")}
            kind="card-differences"
            unfolded={props.state.compared !== null}
          >
            {() => <CardDifferences {...props} />}
          </FoldedPanel>
          {sound && <CardTrial {...props} />}
        </div>
      </div>
      {sound && <PrintedCard {...props} />}
    </>
  );
}
