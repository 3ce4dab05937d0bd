/** A section as a composer offers it to merchants. */
export interface SectionType {
  /** `<plugin>.<name>`. */
  readonly type: string;
  readonly label: string;
  readonly hint: string;
  readonly defaults: Readonly<Record<string, unknown>>;
}

/** A section as a composer stores it. */
export interface StoredSection {
  readonly type: string;
  readonly settings: unknown;
}

/** For plug-ins that compose pages of sections. */
export interface Sections {
  /** In the order of the plug-ins. */
  types(): readonly SectionType[];
  /**
   * The settings as they are to be stored.
   * @throws a refusal `request.invalid` with the problems by field
   */
  check(type: string, settings: unknown): unknown;
  /**
   * The data of sections, in their order, loaded at the same time. Null: nothing to show, an unknown type, settings that
   * are no longer valid, or a section that failed, which is logged.
   */
  load(sections: readonly StoredSection[]): Promise<unknown[]>;
}
