import { runs } from '../runs.ts'
import { describeFuzz } from './fuzz-service.ts'

describeFuzz(runs(300_000).numRuns, runs(300).numRuns)
