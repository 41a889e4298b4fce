import type { BenchPart } from './options.ts'

/** One measured number, and what it should be at most or at least. */
export interface Figure {
  name: string
  value: number
  unit: string
  bar?: { atMost: number } | { atLeast: number }
}

/** The figures of one part. */
export interface Section {
  part: BenchPart
  title: string
  figures: Figure[]
}

/** The figures as plain text, with the bar of each and whether it is met. */
export function table({ title, figures }: Section): string {
  const width = Math.max(...figures.map(({ name }) => name.length))
  const lines = figures.map((figure) => {
    const { name, value, unit, bar } = figure
    const start = `${name.padEnd(width)}  ${written(value, unit).padStart(10)}`
    if (bar === undefined) return start
    const [word, limit] = 'atMost' in bar ? ['at most', bar.atMost] : ['at least', bar.atLeast]
    return `${start}  ${word.padEnd(8)} ${written(limit, unit).padEnd(7)} ${isMet(figure) ? 'met' : 'missed'}`
  })
  return [title, '', ...lines].join('\n')
}

/** Whether a figure is within its bar; one without a bar is. */
function isMet({ value, bar }: Figure): boolean {
  if (bar === undefined) return true
  return 'atMost' in bar ? value <= bar.atMost : value >= bar.atLeast
}

function written(value: number, unit: string): string {
  const digits = Number.isInteger(value) || value >= 100 ? 0 : value < 1 ? 3 : 2
  return `${value.toFixed(digits)} ${unit}`.trim()
}
