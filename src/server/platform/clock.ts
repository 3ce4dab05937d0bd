/** The time, given to everything that needs it, so that tests can move it. */
export type Clock = () => Date;
