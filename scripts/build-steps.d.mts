export interface BuildStep {
  readonly name: string;
  readonly title: string;
  /** Files and folders. */
  readonly inputs: readonly string[];
  readonly output: string;
  readonly args: readonly string[];
}

export const STEPS: readonly BuildStep[];

/** Hash of the files of a step. */
export function hashInputs(step: BuildStep): string;

export function isBuilt(step: BuildStep): boolean;

export function recordBuild(step: BuildStep, build: () => Promise<void>): Promise<void>;
