/** A figure that is read when the metrics are. */
export interface GaugeSource {
  /** Only grows, from zero at the start of the node. */
  readonly isCounter?: boolean;
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly read: () => Promise<
    readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]
  >;
}
