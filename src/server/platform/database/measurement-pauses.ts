/** Pause between two measurements: users read the primary for about this long after they have written something. */
const MEASURE_EVERY_MS = 100;
/** The same after a change, which bars the replica from filling caches until the next measurement. */
const MEASURE_SOONEST_MS = 20;

/** When the next measurement of a replica is due. */
export interface MeasurementPauses {
  /** Call it when a measurement begins. */
  begin(): void;
  /** Waits until the next measurement is due. */
  untilDue(): Promise<void>;
  /** Shortens the pause before the next measurement; during one, that before the measurement after it. */
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
