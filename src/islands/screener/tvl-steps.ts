/** Limits of TVL that the form offers, in US dollars. An address may ask for any other. */
export const TVL_STEPS: readonly number[] = [1e5, 1e6, 1e7, 1e8, 1e9, 1e10]
