/** The contract of a board against what makes. */

import { t } from "../../i18n/translate";
import { contractName, contractTexts, parText } from "../../insight/verdicts";
import type { Review } from "../../service/types";
import { ColouredLine, ColouredText } from "../common/pips";

/** The contract, what came of it, what it makes, and par. */
export function ContractVerdict({ review }: { review: Review }) {
  const { contract } = review;
  const par = parText(review);
  if (contract === null && par === null) return null;
  return (
    <section class="contract-verdict" aria-labelledby="contract-title">
      <h3 id="contract-title">
        <ColouredText
          text={
            contract === null
              ? t("No contract")
              : contractName(`${contract.contract} by ${contract.declarer}`)
          }
        />
      </h3>
      {contract !== null && contractTexts(contract).map((text) => <p>{text}</p>)}
      {par !== null && (
        <ColouredLine text={par} />
      )}
    </section>
  );
}
