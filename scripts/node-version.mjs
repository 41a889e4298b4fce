import module from 'node:module'

// Loaded before every script: an old Node says so in one line instead of failing on a file it cannot read.
const NEEDED = 24
const major = Number(process.versions.node.split('.')[0])
if (major < NEEDED) {
  console.error(
    `Plimsoll needs Node ${NEEDED} or newer; this is ${process.version}. Run it through npm (npm start), or install Node ${NEEDED}.`,
  )
  process.exit(1)
}

// The site builder would report its use to its makers.
process.env.ASTRO_TELEMETRY_DISABLED = '1'

// Stripped types and compiled code are kept in the system's temporary folder: half the processor time of a start.
module.enableCompileCache()
