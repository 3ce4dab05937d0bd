import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';

/** A customer who waits while many others are checking out. */
export interface Line {
  /** 1: the next. */
  readonly place: number;
  readonly leave: () => void;
}

/** The shop keeps a place for some seconds between two requests. */
const PAUSE_MS = 1_000;
/** Within a request, which waits for six seconds. */
const LOOK_AFTER_MS = 2_500;

const isInLine = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'server.in_line';

const placeIn = ({ data }: ApiError): number => (data as { place?: number } | undefined)?.place ?? 1;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Repeats a request that was refused because its customer is in line, until it is their turn. The shop does nothing
 * until then.
 * @param show called with each new place, and with null at the end
 * @throws ApiError after leaving the line, or for any other refusal
 */
export async function waitInLine<T>(
  request: () => Promise<T>,
  refusal: ApiError,
  show: (line: Line | null) => void,
): Promise<T> {
  let hasLeft = false;
  const leave = () => {
    hasLeft = true;
  };
  const lookAgain = () =>
    call('GET /checkout/place').then(
      ({ place }) => void (place !== null && !hasLeft && show({ place, leave })),
      () => undefined,
    );
  try {
    for (let place = placeIn(refusal); ; ) {
      show({ place, leave });
      await pause(PAUSE_MS);
      if (hasLeft) throw new ApiError('You have left the line. Nothing was ordered.', { status: 0 });
      const look = setTimeout(lookAgain, LOOK_AFTER_MS);
      try {
        return await request();
      } catch (error) {
        if (!isInLine(error)) throw error;
        place = placeIn(error);
      } finally {
        clearTimeout(look);
      }
    }
  } finally {
    hasLeft = true;
    show(null);
  }
}
