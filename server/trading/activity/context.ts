import type { Downloads } from '../../platform/http/downloads.ts'
import type { TradingContext } from '../context.ts'
import type { Notes } from './notes.ts'

export type ActivityContext = TradingContext & { notes: Notes; downloads: Downloads }
