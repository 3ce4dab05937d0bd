/** A metric whose value is read when the metrics are collected. */
export interface GaugeSource {
  /** A counter: starts at zero with the node and only grows. */
  readonly isCounter?: boolean;
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly read: () => Promise<
    readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]
  >;
}
