/* littlefs for JavaScript: filesystems and files by handle. The block device is JavaScript's.

The settings are those of MicroPython's VfsLfs2 with progsize=256, as in the Pico's _boot.py
(extmod/vfs_lfsx.c), and of deedbox/build/firmware.py. */

#include <stdlib.h>
#include <string.h>
#include "lfs.h"

#define EXPORT(name) __attribute__((export_name(name)))
#define IMPORT(name) __attribute__((import_module("device"), import_name(name)))

IMPORT("read") int device_read(int device, unsigned block, unsigned offset, void *into, unsigned size);
IMPORT("program") int device_program(int device, unsigned block, unsigned offset, const void *data, unsigned size);
IMPORT("erase") int device_erase(int device, unsigned block);

typedef struct {
    int device;
    struct lfs_config config;
    lfs_t lfs;
} filesystem;

typedef struct {
    lfs_file_t file;
    struct lfs_file_config config;
    struct lfs_attr time;
    unsigned char when[8];
} open_file;

static int bd_read(const struct lfs_config *c, lfs_block_t block, lfs_off_t off, void *buffer, lfs_size_t size) {
    return device_read(*(int *)c->context, block, off, buffer, size);
}

static int bd_prog(const struct lfs_config *c, lfs_block_t block, lfs_off_t off, const void *buffer, lfs_size_t size) {
    return device_program(*(int *)c->context, block, off, buffer, size);
}

static int bd_erase(const struct lfs_config *c, lfs_block_t block) {
    return device_erase(*(int *)c->context, block);
}

static int bd_sync(const struct lfs_config *c) {
    (void)c;
    return 0;
}

EXPORT("allocate") void *allocate(unsigned size) { return malloc(size); }
EXPORT("release") void release(void *memory) { free(memory); }

EXPORT("make") filesystem *make(int device, unsigned blocks) {
    filesystem *fs = calloc(1, sizeof *fs);
    fs->device = device;
    fs->config.context = &fs->device;
    fs->config.read = bd_read;
    fs->config.prog = bd_prog;
    fs->config.erase = bd_erase;
    fs->config.sync = bd_sync;
    fs->config.read_size = 32;
    fs->config.prog_size = 256;
    fs->config.block_size = 4096;
    fs->config.block_count = blocks;
    fs->config.block_cycles = 100;
    fs->config.cache_size = 4 * 256;
    fs->config.lookahead_size = 32;
    return fs;
}

EXPORT("format") int format(filesystem *fs) { return lfs_format(&fs->lfs, &fs->config); }
EXPORT("mount") int mount(filesystem *fs) { return lfs_mount(&fs->lfs, &fs->config); }
EXPORT("unmount") int unmount(filesystem *fs) { return lfs_unmount(&fs->lfs); }
EXPORT("used_blocks") int used_blocks(filesystem *fs) { return lfs_fs_size(&fs->lfs); }
EXPORT("remove") int remove_path(filesystem *fs, const char *path) { return lfs_remove(&fs->lfs, path); }
EXPORT("rename") int rename_path(filesystem *fs, const char *from, const char *to) {
    return lfs_rename(&fs->lfs, from, to);
}
EXPORT("mkdir") int make_folder(filesystem *fs, const char *path) { return lfs_mkdir(&fs->lfs, path); }

/* The size of a file, -1 for a folder, or an error below that. */
EXPORT("stat") int stat_path(filesystem *fs, const char *path) {
    struct lfs_info info;
    int error = lfs_stat(&fs->lfs, path, &info);
    return error ? error - 1 : info.type == LFS_TYPE_DIR ? -1 : (int)info.size;
}

/* Names of a folder, each with its type and size before it: "f12 main.py\n". Returns the length. */
EXPORT("list") int list(filesystem *fs, const char *path, char *into, unsigned room) {
    lfs_dir_t dir;
    struct lfs_info info;
    unsigned fill = 0;
    int error = lfs_dir_open(&fs->lfs, &dir, path);
    if (error) return error;
    while ((error = lfs_dir_read(&fs->lfs, &dir, &info)) > 0) {
        if (!strcmp(info.name, ".") || !strcmp(info.name, "..")) continue;
        char digits[12];
        unsigned size = info.type == LFS_TYPE_DIR ? 0 : info.size, count = 0;
        do digits[count++] = '0' + size % 10; while (size /= 10);
        unsigned length = strlen(info.name);
        if (fill + length + count + 3 > room) { error = LFS_ERR_NOMEM; break; }
        into[fill++] = info.type == LFS_TYPE_DIR ? 'd' : 'f';
        while (count) into[fill++] = digits[--count];
        into[fill++] = ' ';
        memcpy(into + fill, info.name, length);
        fill += length;
        into[fill++] = '\n';
    }
    lfs_dir_close(&fs->lfs, &dir);
    return error < 0 ? error : (int)fill;
}

EXPORT("open") int open_path(filesystem *fs, const char *path, int flags, open_file **into) {
    open_file *file = calloc(1, sizeof *file);
    file->time.type = 1; /* as MicroPython's VfsLfs2 with mtime: eight bytes beside each file */
    file->time.buffer = file->when;
    file->time.size = sizeof file->when;
    file->config.attrs = &file->time;
    file->config.attr_count = 1;
    int error = lfs_file_opencfg(&fs->lfs, &file->file, path, flags, &file->config);
    if (error) free(file);
    else *into = file;
    return error;
}

EXPORT("read") int read_file(filesystem *fs, open_file *file, void *into, unsigned size) {
    return lfs_file_read(&fs->lfs, &file->file, into, size);
}
EXPORT("write") int write_file(filesystem *fs, open_file *file, const void *data, unsigned size) {
    return lfs_file_write(&fs->lfs, &file->file, data, size);
}
EXPORT("seek") int seek_file(filesystem *fs, open_file *file, int offset, int from) {
    return lfs_file_seek(&fs->lfs, &file->file, offset, from);
}
EXPORT("tell") int tell_file(filesystem *fs, open_file *file) { return lfs_file_tell(&fs->lfs, &file->file); }
EXPORT("flush") int flush_file(filesystem *fs, open_file *file) { return lfs_file_sync(&fs->lfs, &file->file); }
EXPORT("close") int close_file(filesystem *fs, open_file *file) {
    int error = lfs_file_close(&fs->lfs, &file->file);
    free(file);
    return error;
}
