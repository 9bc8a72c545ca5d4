// By path, so that a package without dependencies resolves it anywhere. Builds take it in.
export { AppScenario, BuildStatus, OutageReason, TechType } from '../../contract/src/gen/codes.ts'
