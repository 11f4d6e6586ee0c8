import type { Command } from './command.ts'
import { check } from './commands/check.ts'
import { completion } from './commands/completion.ts'
import { done } from './commands/done.ts'
import { get } from './commands/get.ts'
import { libraryList } from './commands/library-list.ts'
import { login } from './commands/login.ts'
import { logout } from './commands/logout.ts'
import { mcp } from './commands/mcp.ts'
import { next } from './commands/next.ts'
import { promptsDelete } from './commands/prompts-delete.ts'
import { promptsEdit } from './commands/prompts-edit.ts'
import { promptsFavourite } from './commands/prompts-favourite.ts'
import { promptsList } from './commands/prompts-list.ts'
import { promptsRestore } from './commands/prompts-restore.ts'
import { promptsSave } from './commands/prompts-save.ts'
import { promptsVersions } from './commands/prompts-versions.ts'
import { search } from './commands/search.ts'
import { skillAdd } from './commands/skill-add.ts'
import { skillUpdate } from './commands/skill-update.ts'
import { tutorial } from './commands/tutorial.ts'
import { whoami } from './commands/whoami.ts'

/** All commands by their names, in the order of the help. A name may have two words. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  login,
  logout,
  whoami,
  search,
  get,
  'library list': libraryList,
  'prompts list': promptsList,
  'prompts save': promptsSave,
  'prompts edit': promptsEdit,
  'prompts delete': promptsDelete,
  'prompts favourite': promptsFavourite,
  'prompts versions': promptsVersions,
  'prompts restore': promptsRestore,
  tutorial,
  next,
  done,
  check,
  'skill add': skillAdd,
  'skill update': skillUpdate,
  mcp,
  completion,
}
