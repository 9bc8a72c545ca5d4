import { runServer } from '@xinchu/server'
import { sample } from './sample.ts'

runServer(process.argv.slice(2), sample)
