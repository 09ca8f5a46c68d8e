/* What compiled functions need of the world: memory, and the few helpers that Numba's arrays call.
 *
 * Memory is handed out in blocks of powers of two; a block that is given back is kept for the next one of its size. A
 * block begins with its size and a mark that says whether somebody uses it, so that giving back what is not in use traps.
 * So does everything that cannot go on: a page throws the module away and starts anew.
 */
typedef unsigned long long u64;
typedef unsigned int u32;
typedef unsigned char u8;

enum { LEAST = 5, HEAD = 16, USED = 0x75736564, SPARE = 0x73706172, MOST = 1 << 28 };

typedef struct head {
    u32 mark;
    u32 power;
    struct head *next; /* of the spare ones of this size */
} head;

extern u8 __heap_base;
static u32 top;
static u32 n_used;
static head *spare[32];

static head *new_block(u32 power) {
    if (!top) top = ((u32)&__heap_base + 63) & ~63u;
    u32 end = top + (1u << power), there = __builtin_wasm_memory_size(0) << 16;
    if (end > there && __builtin_wasm_memory_grow(0, (end - there + 0xffff) >> 16) == (u32)-1) __builtin_trap();
    head *block = (head *)top;
    block->power = power;
    top = end;
    return block;
}

/* Room for so many bytes, on a 16-byte boundary. */
void *room(u32 size) {
    if (size > MOST) __builtin_trap();
    u32 power = LEAST;
    while ((1u << power) < size + HEAD) power++;
    head *block = spare[power];
    if (block) spare[power] = block->next;
    else block = new_block(power);
    block->mark = USED;
    n_used++;
    return (u8 *)block + HEAD;
}

void release(void *room) {
    head *block = (head *)((u8 *)room - HEAD);
    if (block->mark != USED) __builtin_trap();
    block->mark = SPARE;
    block->next = spare[block->power];
    spare[block->power] = block;
    n_used--;
}

/* How many blocks nobody has given back. */
u32 in_use(void) { return n_used; }

void *NRT_Allocate(u64 size) { return room(size > MOST ? MOST + 1 : (u32)size); }

/* As Numba lays it out in front of the memory of an array. */
typedef struct {
    u64 references;
    void (*destroy)(void *, u64, void *);
    void *details;
    void *data;
    u64 size;
} memory;

memory *NRT_MemInfo_alloc_aligned(u64 size, u32 align) {
    memory *made = NRT_Allocate(sizeof(memory) + size + align);
    u32 at = (u32)(made + 1);
    if (align) at = (at + align - 1) / align * align;
    *made = (memory){1, 0, 0, (void *)at, size};
    return made;
}

memory *NRT_MemInfo_alloc(u64 size) { return NRT_MemInfo_alloc_aligned(size, 0); }

void NRT_MemInfo_call_dtor(memory *made) {
    if (made->destroy) made->destroy(made->data, made->size, made->details);
    release(made);
}

void NRT_Free(void *room) { release(room); }

/* An error of Numba's own. */
char PyExc_RuntimeError;
void PyErr_SetString(void *kind, void *text) {
    (void)kind, (void)text;
    __builtin_trap();
}

/* The largest of an array makes a row of one out of a lone number; nobody else may reshape. np.flatnonzero does (it
 * flattens first) and traps here: write a loop in its place. */
int numba_attempt_nocopy_reshape(u64 n, void *lengths, void *steps, u64 new_n, void *new_lengths, u64 *new_steps,
                                 u64 item, int is_fortran) {
    (void)lengths, (void)steps, (void)new_lengths, (void)is_fortran;
    if (n) __builtin_trap();
    for (u64 i = 0; i < new_n; i++) new_steps[i] = item;
    return 1;
}
