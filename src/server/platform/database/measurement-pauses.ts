/** Pause between two measurements. After a write, its user reads from the primary for about this long. */
const MEASURE_EVERY_MS = 100;
/** Shorter pause after a change: until the next measurement, the replica must not fill caches. */
const MEASURE_SOONEST_MS = 20;

/** Schedules the measurements of a replica. */
export interface MeasurementPauses {
  /** Call it when a measurement begins. */
  begin(): void;
  /** Waits until the next measurement is due. */
  untilDue(): Promise<void>;
  /** Shortens the current pause or, during a measurement, the pause after it. */
  shorten(): void;
}

export function createMeasurementPauses(): MeasurementPauses {
  let begunAt = performance.now();
  let isShortened = false;
  let onShortened: () => void = () => undefined;

  return {
    begin() {
      begunAt = performance.now();
      isShortened = false;
    },
    untilDue: () =>
      new Promise<void>((resolve) => {
        const wait = (milliseconds: number) => setTimeout(resolve, milliseconds).unref();
        const usual = wait(MEASURE_EVERY_MS);
        onShortened = () => {
          clearTimeout(usual);
          wait(Math.max(0, begunAt + MEASURE_SOONEST_MS - performance.now()));
        };
        if (isShortened) onShortened();
      }),
    shorten() {
      if (isShortened) return;
      isShortened = true;
      onShortened();
    },
  };
}
