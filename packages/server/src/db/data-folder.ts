import { accessSync, constants, mkdirSync } from 'node:fs'
import { folderProblem } from './embedded/start-error.ts'

/** Makes the data folder. @throws Error with a message for the operator if it cannot be made or written */
export function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    const problem = folderProblem(error, folder)
    throw problem ? new Error(problem, { cause: error }) : error
  }
}
