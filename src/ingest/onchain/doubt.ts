import type { ContractControl, ControlPath } from '../../domain/control.ts'

/** What a path is about: `code`, `pause`, or the getter or role of a power. */
export type PathKind = string

/** Every path of a contract with what it is about. */
export function pathsOf({ codeChange, powers, pause }: ContractControl) {
  return [
    ...(codeChange.known ? codeChange.paths.map((path) => ({ kind: 'code', path })) : []),
    ...powers.flatMap(({ getter, paths }) => paths.map((path) => ({ kind: getter, path }))),
    ...(pause?.paths.map((path) => ({ kind: 'pause', path })) ?? []),
  ]
}

/**
 * The contract with each doubted path as one to somebody unidentified, and what it is part of as a lower bound. `why` gives the
 * reason for the reader, or null where there is no doubt.
 */
export function doubtPaths(
  control: ContractControl,
  why: (path: ControlPath, kind: PathKind) => string | null,
): ContractControl {
  const change = (kind: PathKind) => (path: ControlPath) => {
    const note = why(path, kind)
    if (note === null) return path
    const actor = 'unidentified' as const
    const all = path.note ? `${note}; ${path.note}` : note
    return { ...path, actor, threshold: null, signers: null, note: all }
  }
  const { codeChange, powers, pause } = control
  const isSure = (kind: PathKind, paths: readonly ControlPath[]) =>
    paths.every((path) => why(path, kind) === null)
  return {
    ...control,
    codeChange: codeChange.known
      ? {
          known: true,
          paths: codeChange.paths.map(change('code')),
          complete: codeChange.complete && isSure('code', codeChange.paths),
        }
      : codeChange,
    powers: powers.map(({ getter, paths }) => ({ getter, paths: paths.map(change(getter)) })),
    pause: pause && {
      ...pause,
      paths: pause.paths.map(change('pause')),
      complete: pause.complete && isSure('pause', pause.paths),
    },
  }
}
