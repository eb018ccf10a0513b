export const keyIdBytes = 4
