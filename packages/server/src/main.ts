import { runServer } from './start.ts'

runServer(process.argv.slice(2))
