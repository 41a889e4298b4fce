import { packageAddress } from '../contract/package-names.ts'
import { THRESHOLDS } from '../contract/query.ts'

/** How a reader gets the same data in one language. */
export interface Snippet {
  title: string
  code: string
}

export interface Asked {
  /** Address of this site, without a slash at the end. */
  site: string
  /** Id of the protocol, as the API takes it. */
  id: string
}

/** Places of the columns in `scores.csv`, from 1, that a formula reads. */
export const SCORE_COLUMNS = {
  ...{ id: 1, name: 2, category: 3, chains: 4, level: 5, compositeScore: 6, status: 17 },
  ...{ smartContractRisk: 20, counterpartyRisk: 26, creditRisk: 32, liquidityRisk: 38 },
  ...{ oracleRisk: 44, liquidityTrapRisk: 50 },
} as const

/** What the formula of a spreadsheet cannot ask for: the tables have no TVL. */
const WITHOUT_TVL = ['minTvl', 'maxTvl']

/** Address of a protocol's document. */
export function documentAddress({ site, id }: Asked): string {
  return `${site}/v1/protocols/${encodeURIComponent(id.toWellFormed())}`
}

/**
 * How to get one protocol's score with curl, TypeScript, Python and a spreadsheet. `printed`: what TypeScript prints. One that is not
 * `listed` is in no table, and so has no formula.
 */
export function protocolSnippets(
  asked: Asked,
  { printed, listed }: { printed: string; listed: boolean },
): Snippet[] {
  const { site, id } = asked
  const address = documentAddress(asked)
  return [
    { title: 'curl', code: `curl -s ${quoted(address)}` },
    {
      title: 'TypeScript',
      code: `${client(site)}const { composite, riskLevel } = await client.protocols.get(${JSON.stringify(id)})\nconsole.log(composite, riskLevel) // ${printed}`,
    },
    {
      title: 'Python',
      code: `${frame(`${address}/history`)}["points"])\nprint(scores[["day", "composite", "riskLevel"]])`,
    },
    ...(listed ? [formula(site, ['name', 'compositeScore', 'level'], [is('id', id)])] : []),
  ]
}

/** How to get the rows of a query of `/v1/screener`, with `?`, in the same four ways. */
export function screenerSnippets(site: string, search: string): Snippet[] {
  const params = new URLSearchParams(search)
  const address = `${site}/v1/screener${search}`
  const query = [...params].map(([name, value]) => `  ${name}: ${argument(name, value)},\n`)
  return [
    { title: 'curl', code: `curl -s "${address}"` },
    {
      title: 'TypeScript',
      code: `${client(site)}const { data } = await client.screener({\n${query.join('')}})\nfor (const { id, compositeScore } of data) console.log(id, compositeScore)`,
    },
    {
      title: 'Python',
      code: `${frame(address)})\nprint(scores[["id", "compositeScore", "riskLevel"]])`,
    },
    formula(site, ['id', 'name', 'compositeScore', 'level'], conditions(params)),
  ]
}

/** Whether the formula leaves out a part of a query, because the tables have no TVL. */
export function isWithoutTvl(search: string): boolean {
  const params = new URLSearchParams(search)
  return WITHOUT_TVL.some((name) => params.has(name))
}

function client(site: string): string {
  return `// npm install ${packageAddress(site, 'typescript')}\nimport { createClient } from "plimsoll"\n\nconst client = createClient({ baseUrl: ${JSON.stringify(site)} })\n`
}

function frame(address: string): string {
  return `import pandas as pd\n\nanswer = pd.read_json(${JSON.stringify(address)}, typ="series")\nscores = pd.DataFrame(answer["data"]`
}

/** A parameter as the client takes it: a list, a number or a text. */
function argument(name: string, value: string): string {
  if (['chain', 'category', 'level'].includes(name)) return JSON.stringify(value.split(','))
  return /^\d+(\.\d+)?$/.test(value) && name !== 'q' ? value : JSON.stringify(value)
}

type Column = keyof typeof SCORE_COLUMNS

/** A formula of Google Sheets over the table of all scores. */
function formula(site: string, columns: Column[], where: string[]): Snippet {
  const address = `${site}/bulk/latest/scores.csv`
  const clauses = where.length === 0 ? '' : ` where ${where.join(' and ')}`
  const query = `select ${columns.map(col).join(', ')}${clauses}`
  return {
    title: 'Spreadsheet',
    code: `=QUERY(IMPORTDATA("${address}"), "${query.replaceAll('"', '""')}", 1)`,
  }
}

function conditions(params: URLSearchParams): string[] {
  const text = params.get('q')
  const chains = listed(params, 'chain')
  const categories = listed(params, 'category')
  const levels = (params.get('level') ?? '').split(',').filter(Boolean)
  const status = params.get('status')
  return [
    ...(text ? [`(${contains('name', text)} or ${contains('id', text)})`] : []),
    // A list of chains is one text, joined by `; `.
    ...(chains ? [matches('chains', `(.*; )?(${chains})(; .*)?`)] : []),
    ...(categories ? [matches('category', categories)] : []),
    ...(levels.length > 0 ? [levelCondition(levels)] : []),
    ...(status ? [is('status', status)] : []),
    ...Object.entries(THRESHOLDS).flatMap(([name, column]) => {
      const limit = Number(params.get(name) ?? Number.NaN)
      return Number.isNaN(limit) ? [] : [`${col(column)} <= ${limit}`]
    }),
  ]
}

function levelCondition(levels: string[]): string {
  const any = levels.map((level) =>
    level === 'none' ? `${col('level')} is null` : is('level', level),
  )
  return any.length === 1 ? (any[0] ?? '') : `(${any.join(' or ')})`
}

/** Names of a list as one expression without regard to case, or null without any. */
function listed(params: URLSearchParams, name: string): string | null {
  const names = (params.get(name) ?? '').split(',').filter(Boolean)
  if (names.length === 0) return null
  return names.map((one) => one.toLowerCase().replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
}

function matches(column: Column, expression: string): string {
  return `lower(${col(column)}) matches ${literal(expression)}`
}

function contains(column: Column, text: string): string {
  return `lower(${col(column)}) contains ${literal(text.toLowerCase())}`
}

function is(column: Column, value: string): string {
  return `${col(column)} = ${literal(value)}`
}

function col(column: Column): string {
  return `Col${SCORE_COLUMNS[column]}`
}

/** A text of a query, which knows no escape: it stands in the quotes that it does not have, and loses those it must. */
function literal(text: string): string {
  return text.includes("'") ? `"${text.replaceAll('"', '')}"` : `'${text}'`
}

/** A word as a shell reads it back. Ids come from outside. */
export function quoted(word: string): string {
  return /^[\w./:%-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
