import type { AccountLogEntry } from '../../account/account-api.ts'
import type { LogEntry } from '../../api/gateway/gateway.ts'
import type { NodeFailures } from '../../chains/nodes/node-failures.ts'
import type { McpLogEntry } from '../../mcp/endpoint.ts'

/** Logs go to stderr: stdout has only the line with the URL. */
export function writeLine(
  entry: Partial<LogEntry> | AccountLogEntry | McpLogEntry | ({ level: 'info' } & NodeFailures),
): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`)
}

/** A fault that belongs to no request. */
export function logFault(error: unknown): void {
  writeLine({ level: 'error', error: String(error) })
}
