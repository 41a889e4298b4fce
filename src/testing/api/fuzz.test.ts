import { describeFuzz } from './fuzz-service.ts'

describeFuzz(1_500, 0)
