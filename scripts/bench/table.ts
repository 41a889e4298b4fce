/** One measured number; `bar` is the most that it should be. */
export interface Figure {
  name: string
  value: number
  unit: string
  bar?: number
}

/** The figures as plain text, with what each may be at most and whether it is. */
export function table(title: string, figures: Figure[]): string {
  const width = Math.max(...figures.map(({ name }) => name.length))
  const lines = figures.map(({ name, value, unit, bar }) => {
    const start = `${name.padEnd(width)}  ${figure(value, unit).padStart(10)}`
    if (bar === undefined) return start
    return `${start}  at most ${figure(bar, unit).padEnd(7)} ${value <= bar ? 'met' : 'missed'}`
  })
  return [title, '', ...lines].join('\n')
}

function figure(value: number, unit: string): string {
  const digits = Number.isInteger(value) || value >= 100 ? 0 : value < 1 ? 3 : 2
  return `${value.toFixed(digits)} ${unit}`.trim()
}
