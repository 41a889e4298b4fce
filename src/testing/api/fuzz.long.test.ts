import { describeFuzz } from './fuzz-service.ts'

describeFuzz(20_000, 20)
