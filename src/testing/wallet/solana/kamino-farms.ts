import { anchor } from './kamino-accounts.ts'
import { shapeOf, type Values } from './packed.ts'

// The structs of Kamino-Finance/kfarms@2a63e5a programs/kfarms/src/state.rs, field by field; a number is the bytes of what no reader uses.
const USER_STATE = shapeOf('kamino-farms', 'USER_STATE')
const FARM_STATE = shapeOf('kamino-farms', 'FARM_STATE')

export const kaminoStakeData = (values: Values) => anchor('UserState', USER_STATE, values)
export const kaminoFarmData = (values: Values) => anchor('FarmState', FARM_STATE, values)
