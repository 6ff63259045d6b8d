/** oidc-provider's storage, in memory. */

type Payload = Record<string, unknown>;

export type Storage = Map<string, Payload>;

export function memoryAdapter(records: Storage): (model: string) => object {
  return (model) => {
    const keyOf = (id: string): string => `${model}:${id}`;
    const findBy = (field: string, value: string): Payload | undefined =>
      [...records].find(([key, record]) => key.startsWith(`${model}:`) && record[field] === value)?.[1];
    return {
      upsert: (id: string, payload: Payload) => Promise.resolve(void records.set(keyOf(id), payload)),
      find: (id: string) => Promise.resolve(records.get(keyOf(id))),
      findByUid: (uid: string) => Promise.resolve(findBy("uid", uid)),
      findByUserCode: (userCode: string) => Promise.resolve(findBy("userCode", userCode)),
      destroy: (id: string) => Promise.resolve(void records.delete(keyOf(id))),
      consume: (id: string) => {
        const record = records.get(keyOf(id));
        if (record !== undefined) {
          record["consumed"] = Math.floor(Date.now() / 1000);
        }
        return Promise.resolve();
      },
      revokeByGrantId: (grantId: string) => {
        for (const [key, record] of records) {
          // A login under way names the grant of the session before it, and outlives it.
          if (record["grantId"] === grantId && !key.startsWith("Interaction:")) {
            records.delete(key);
          }
        }
        return Promise.resolve();
      },
    };
  };
}
