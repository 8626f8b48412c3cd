/** Boards as the service reads them from a text or a file, and reviews in which the second call is a mistake. */

import { seatAfter } from "../../../src/bridge/table";
import type { RecordedBoard } from "../../../src/service/boards";
import type { Review, ReviewRequest } from "../../../src/service/types";
import { graded, recorded, review } from "../../fixtures/review";
import { button, click, done, json, openPage, part, paste, type Service } from "../page";

export const REVIEWS = "/api/v1/reviews";

export function boardOf(number: number, auction: string, changes: Partial<RecordedBoard> = {}): RecordedBoard {
  return recorded({ number, dealer: "N", vulnerability: "none", auction: auction.split(" "), ...changes });
}

/** The second call loses 121 points, where its hand is known. */
export function reviewOf({ dealer, auction, hands }: ReviewRequest): Review {
  const calls = auction.map((call, index) => {
    const seat = seatAfter(dealer, index);
    if (hands[seat] === null) return graded(index, seat, call, null);
    return index === 1
      ? { ...graded(1, seat, call, "mistake", { mean: 121, error: 20 }), costly: true }
      : graded(index, seat, call, "best");
  });
  return review({ calls, contract: null });
}

/** Open the explaining page with a service that reads these boards from whatever it gets. */
export function openReviews(
  boards: RecordedBoard[],
  { fragment = "", before }: { fragment?: string; before?: (service: Service) => void } = {},
): Promise<Service> {
  return openPage("main", {
    fragment,
    prepare: (service) => {
      service.answers["/api/v1/boards"] = () => json({ boards, refused: [], more: false });
      service.answers[REVIEWS] = ({ body }) => done(reviewOf(body as ReviewRequest));
      before?.(service);
    },
  });
}

/** Paste a text for which the service has its boards. */
export async function pasteBoards(): Promise<void> {
  await click(button("Paste or open"));
  await paste(part("#paste"), "boards");
}
