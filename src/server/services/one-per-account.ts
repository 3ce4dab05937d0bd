/** One client as long as the credentials stay the same. A client that could not be created is created again when needed. */
export function onePerAccount<Account extends object, Client>(
  read: () => Promise<Account | undefined>,
  create: (account: Account) => Promise<Client>,
): () => Promise<Client | undefined> {
  let made: { readonly of: string; readonly client: Promise<Client> } | undefined;
  return async () => {
    const account = await read();
    if (!account) return undefined;
    const of = JSON.stringify(account);
    if (made?.of === of) return made.client;
    const mine = { of, client: create(account) };
    made = mine;
    mine.client.catch(() => {
      if (made === mine) made = undefined;
    });
    return mine.client;
  };
}
