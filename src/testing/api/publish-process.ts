import { publishTo, seedCatalogues } from '../published/two-snapshots.ts'

// Publishes two snapshots by turns, beginning and ending with the newer one: DIST TIMES.
const [distDir = '', times = '1'] = process.argv.slice(2)
const { before, after } = await seedCatalogues()
for (let i = 0; i < Number(times); i += 1) await publishTo(distDir, i % 2 === 0 ? after : before)
