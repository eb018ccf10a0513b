import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import path from 'node:path'

// Other users of the machine can't read the files that this process writes.
process.umask(0o077)
if (existsSync('.env')) process.loadEnvFile('.env')

// Caches compiled code next to the data, in a folder that only this user can write. Reading and compiling code takes
// half of the startup time. The import below must come after the cache opens.
enableCompileCache(path.resolve(process.env['DATA_DIR'] || 'data', 'compiled'))
await import('./serve.ts')
