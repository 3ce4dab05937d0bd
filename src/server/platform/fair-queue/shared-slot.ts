/** Joins jobs that start at the same time into one run. */
export interface SharedSlot {
  /**
   * Called once by each job of the slot, in their order. The last call starts `work` with the inputs of all jobs.
   * @returns the result of this input.
   */
  join<Input, Result>(
    input: Input,
    work: (inputs: readonly Input[]) => Promise<readonly Promise<Result>[]>,
  ): Promise<Result>;
}

/** @param jobs how many jobs share the slot. All of them must join, and with the same kind of input and work. */
export function sharedSlot(jobs: number): SharedSlot {
  const inputs: unknown[] = [];
  const { promise: results, resolve } = Promise.withResolvers<readonly Promise<unknown>[]>();

  return {
    async join<Input, Result>(
      input: Input,
      work: (inputs: readonly Input[]) => Promise<readonly Promise<Result>[]>,
    ): Promise<Result> {
      const index = inputs.push(input) - 1;
      const runAll = async () => work(inputs as Input[]);
      if (inputs.length === jobs) resolve(runAll());
      const result = (await results)[index];
      if (!result) throw new Error('A job of a shared slot has no result');
      return result as Promise<Result>;
    },
  };
}
