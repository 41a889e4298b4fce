import type { ContractControl, ControlPath } from '../domain/control.ts'

/** Every path of a contract. */
export function allPaths({ codeChange, powers, pause }: ContractControl): ControlPath[] {
  return [
    ...(codeChange.known ? codeChange.paths : []),
    ...powers.flatMap(({ paths }) => paths),
    ...(pause?.paths ?? []),
  ]
}

/**
 * The contract with an unidentified actor in each doubted path: the number of paths is unchanged, so a list of them is as whole as it
 * was. `why` gives the reason for the reader, or null where there is no doubt.
 */
export function doubtPaths(
  control: ContractControl,
  why: (path: ControlPath) => string | null,
): ContractControl {
  const doubted = (path: ControlPath): ControlPath => {
    const note = why(path)
    if (note === null) return path
    const all = path.note ? `${note}; ${path.note}` : note
    return { ...path, actor: 'unidentified', threshold: null, signers: null, note: all }
  }
  const { codeChange, powers, pause } = control
  return {
    ...control,
    codeChange: codeChange.known
      ? { ...codeChange, paths: codeChange.paths.map(doubted) }
      : codeChange,
    powers: powers.map(({ getter, paths }) => ({ getter, paths: paths.map(doubted) })),
    pause: pause && { ...pause, paths: pause.paths.map(doubted) },
  }
}
