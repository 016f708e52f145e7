const API = 'https://api.example/v1';

export const load = () => fetch(`${API}/stars`);
