/** The current time, passed to everything that needs it, so that tests can control it. */
export type Clock = () => Date;
