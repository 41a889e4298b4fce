/** Link to the operator's code; null when none is set, and then no page offers it. */
export function repositoryLink(): string | null {
  return import.meta.env.PLIMSOLL_REPOSITORY || null
}
