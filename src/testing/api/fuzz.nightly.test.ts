import { describeFuzz } from './fuzz-service.ts'

describeFuzz(300_000, 300)
