import { type Environment, SettingsError } from '../../config/environment.ts'
import { type Config, readConfig } from '../../config.ts'
import { lookAtDatabase } from './database.ts'
import { lookAtFiles } from './files.ts'
import { type Finding, finding, linesOf } from './finding.ts'
import { lookAtGateway } from './gateway.ts'
import { lookAtSettings } from './settings.ts'

async function lookAt(config: Config): Promise<Finding[]> {
  return [
    finding('设置', 'OK', '各项有效'),
    ...lookAtSettings(config),
    ...(await lookAtDatabase(config)),
    ...(await lookAtFiles(config)),
    ...(await lookAtGateway(config)),
  ]
}

async function findingsOf(env: Environment): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    if (error instanceof SettingsError) return error.problems.map((text) => finding('设置', 'FAIL', text))
    throw error
  }
  return lookAt(config)
}

/**
 * Reads every setting and connects to everything that they name, without listening.
 * @returns whether nothing has failed
 */
export async function runCheck(
  env: Environment,
  { isJson, say }: { isJson: boolean; say(text: string): void },
): Promise<boolean> {
  const findings = await findingsOf(env)
  say(isJson ? JSON.stringify(findings, undefined, 2) : linesOf(findings).join('\n'))
  return findings.every(({ state }) => state !== 'FAIL')
}
