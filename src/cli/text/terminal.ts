import { styleText } from 'node:util'

type Format = Parameters<typeof styleText>[0]

/** What a terminal shows. */
export interface View {
  /** Columns of a line; infinite where nothing limits it, as in a file. */
  columns: number
  /** Whether colours and block letters are shown. */
  colours: boolean
}

/** A text in a colour or weight where the view has colours. Formats are never nested in one another. */
export function paint(view: View, format: Format | null, text: string): string {
  if (!view.colours || format === null || text === '') return text
  return styleText(format, text, { validateStream: false })
}

/** The view of an output stream: a setting `COLUMNS` limits the width of what is not a terminal. */
export function viewOf(
  stream: NodeJS.WriteStream | (NodeJS.WritableStream & { columns?: number }),
  env: Record<string, string | undefined>,
): View {
  const sample = styleText('bold', 'x', { stream })
  return { columns: stream.columns || widthSetting(env.COLUMNS), colours: sample !== 'x' }
}

function widthSetting(text: string | undefined): number {
  const columns = Number(text)
  return Number.isInteger(columns) && columns > 0 ? columns : Number.POSITIVE_INFINITY
}
