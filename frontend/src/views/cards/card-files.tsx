/** The link of a card with its QR code, and the files of other programs. */

import { t } from "../../i18n/translate";
import { cardFile, readCardFile } from "../../service/vocabulary";
import { formatCardLink } from "../../state/card-link";
import type { EditorProps } from "../../state/card-state";
import { FailureNote, FileButton } from "../common/fields";
import { ShareLink } from "../practice/share-link";

interface Props extends EditorProps {
  /** Whether the card can be passed on. */
  sound: boolean;
}

export function CardFiles({ state, dispatch, code, sound }: Props) {
  const { file, name } = state;
  return (
    <>
      {sound && (
        <ShareLink
          id="card-link"
          label={t("Link for your partner")}
          fragment={formatCardLink({ code, name: name.trim() })}
          opens={null}
        />
      )}
      <div class="row">
        <FileButton
          text={t("Open a .bbsa file")}
          accept=".bbsa,text/plain"
          onFile={async (one) => dispatch({ type: "file read", file: one.name, outcome: await readCardFile(one) })}
        />
        {sound && (
          <a class="quiet" href={cardFile(code)} download={`${code}.bbsa`}>
            {t("Save as .bbsa")}
          </a>
        )}
      </div>
      <p class="hint">{t("BBA, BEN and Practice-Bidding-Scenarios have cards as .bbsa files.")}</p>
      <div role="status">{file !== null && "unread" in file && <Unread names={file.unread} />}</div>
      {file !== null && "failure" in file && <FailureNote failure={file.failure} />}
    </>
  );
}

/** What of a file no card can say. */
function Unread({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <p>{t("The file was read whole.")}</p>;
  return (
    <>
      <p>{t("The file was read. A card here cannot say this of it:")}</p>
      <ul class="card-unread" lang="en">
        {names.map((name) => (
          <li>{name}</li>
        ))}
      </ul>
    </>
  );
}
