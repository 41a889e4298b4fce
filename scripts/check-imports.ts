import { execFileSync } from 'node:child_process'
import path from 'node:path'

/** A check that saw hardly any module checked nothing: this has happened with a compiler it does not know. */
const MINIMUM_MODULES = 80

const ROOT = path.resolve(import.meta.dirname, '..')

interface Report {
  summary: {
    totalCruised: number
    violations: { rule: { name: string }; from: string; to: string }[]
  }
}

function cruise(): Report {
  const bin = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const words = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'src', 'scripts']
  const text = execFileSync(process.execPath, [bin, ...words], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
  return JSON.parse(text)
}

const { summary } = cruise()
for (const { rule, from, to } of summary.violations)
  console.error(`✗ ${rule.name}: ${from} → ${to}`)
if (summary.totalCruised < MINIMUM_MODULES) {
  console.error(
    `✗ Only ${summary.totalCruised} modules were seen; at least ${MINIMUM_MODULES} are expected.`,
  )
}
if (summary.violations.length > 0 || summary.totalCruised < MINIMUM_MODULES) process.exit(1)
console.log(`✓ ${summary.totalCruised} modules import only what they may`)
