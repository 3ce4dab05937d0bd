export interface CustomProblem {
  /** The name of the filter, such as `custom.width` or `field.weight`. */
  readonly filter: string;
  readonly words: string;
}

const END = /\.(?:min|max)$/;

/** What is wrong with the numbers and dates typed into the filters by fields; null where nothing is. */
export function customProblem(form: HTMLFormElement): CustomProblem | null {
  for (const low of form.querySelectorAll<HTMLInputElement>('[name$=".min"]:is([type=number],[type=date])')) {
    const filter = low.name.replace(END, '');
    const high = form.elements.namedItem(`${filter}.max`) as HTMLInputElement;
    if (low.validity.badInput || high.validity.badInput) return { filter, words: 'Please enter a number.' };
    if (low.value === '' || high.value === '') continue;
    const isReversed = low.type === 'date' ? low.value > high.value : low.valueAsNumber > high.valueAsNumber;
    if (isReversed) return { filter, words: 'The lowest value is above the highest.' };
  }
  return null;
}
