import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import path from 'node:path'

// Nothing that this process writes is for other users of the machine.
process.umask(0o077)
if (existsSync('.env')) process.loadEnvFile('.env')

// Compiled code is kept beside the data, where nobody else can write: half of a start is reading and compiling code. Hence the import below,
// after the cache is open.
enableCompileCache(path.resolve(process.env['DATA_DIR'] || 'data', 'compiled'))
await import('./serve.ts')
