import { describeFuzz } from './fuzz-service.ts'

describeFuzz(600, 0)
